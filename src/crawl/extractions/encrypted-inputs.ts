// Credentials for targets, encrypted in the database: the rest of crawl sees them only in a claimed job.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { mapSecrets } from '#crawl/requests/hide-secrets.ts'
import type { ClaimStep, EnqueueStep } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'

/** The two steps of `job-steps.ts` that encrypt and decrypt; between them only ciphertext is stored. */
export interface EncryptedInputs {
  readonly encryptInput: EnqueueStep
  readonly decryptInput: ClaimStep
}

const MARK = 'sealed:'
const CONTEXT = 'job input'

/** A job whose input cannot be decrypted (it was made with another pepper) fails instead of being delivered. */
export function encryptedInputs({
  encryptor,
  log,
}: {
  readonly encryptor: Encryptor
  readonly log: Logger
}): EncryptedInputs {
  const encrypt = (text: string) => MARK + encryptor.encrypt(text, CONTEXT).toString('base64')
  return {
    encryptInput: {
      toStored(spec) {
        const input = mapSecrets(spec.input, encrypt)
        return input === spec.input ? spec : { ...spec, input }
      },
    },

    decryptInput(claimed) {
      const { job } = claimed
      let lost = false
      const input = mapSecrets(job.input, (text) => {
        // A job from before inputs were encrypted.
        if (!text.startsWith(MARK)) return text
        const plain = encryptor.decrypt(Buffer.from(text.slice(MARK.length), 'base64'), CONTEXT)
        lost ||= plain === null
        return plain ?? ''
      })
      if (lost) {
        log.error({ jobId: job.id }, 'the credentials of a job were sealed with another key pepper')
        return new SurveyorError('internal', 'The credentials of the job cannot be read: send it again.')
      }
      return input === job.input ? claimed : { ...claimed, job: { ...job, input } }
    },
  }
}
