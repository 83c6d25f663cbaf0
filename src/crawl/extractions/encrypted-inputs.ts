// Credentials for targets, encrypted in the database: the rest of crawl sees them only in a claimed job.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { mapSecrets } from '#extract/page/hide-secrets.ts'
import type { ClaimedJob, JobEngine, JobSpec } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'

export interface EncryptedInputsDeps {
  readonly engine: JobEngine
  readonly encryptor: Encryptor
  readonly log: Logger
}

const MARK = 'sealed:'
const CONTEXT = 'job input'

/** A job whose input cannot be decrypted (it was made with another pepper) fails instead of being delivered. */
export function encryptInputs({ engine, encryptor, log }: EncryptedInputsDeps): JobEngine {
  const encrypt = (text: string) => MARK + encryptor.encrypt(text, CONTEXT).toString('base64')
  const encrypted = (spec: JobSpec): JobSpec => {
    const input = mapSecrets(spec.input, encrypt)
    return input === spec.input ? spec : { ...spec, input }
  }

  /** null when a part of it cannot be decrypted. */
  function opened(claimed: ClaimedJob): ClaimedJob | null {
    let lost = false
    const input = mapSecrets(claimed.job.input, (text) => {
      // A job from before inputs were encrypted.
      if (!text.startsWith(MARK)) return text
      const plain = encryptor.decrypt(Buffer.from(text.slice(MARK.length), 'base64'), CONTEXT)
      lost ||= plain === null
      return plain ?? ''
    })
    if (lost) return null
    return input === claimed.job.input ? claimed : { ...claimed, job: { ...claimed.job, input } }
  }

  async function fail({ job, leaseToken }: ClaimedJob): Promise<void> {
    const error = new SurveyorError('internal', 'The credentials of the job cannot be read: hand it in anew.')
    log.error({ jobId: job.id }, 'the credentials of a job were sealed with another key pepper')
    await engine
      .fail(job.id, leaseToken, { ...problemOf(error), retryable: false })
      .catch((failure: unknown) => log.warn({ err: failure, jobId: job.id }, 'the job was not failed'))
  }

  return {
    ...engine,
    enqueue: async (spec, tx) => engine.enqueue(encrypted(spec), tx),
    enqueueMany: async (specs, tx) => engine.enqueueMany(specs.map(encrypted), tx),
    enqueueParent: async (spec, children, tx) =>
      engine.enqueueParent(encrypted(spec), children.map(encrypted), tx),
    async claim(jobId, workerId) {
      const claimed = await engine.claim(jobId, workerId)
      const open = opened(claimed)
      if (open !== null) return open
      await fail(claimed)
      throw new SurveyorError('job_ended', 'The credentials of the job cannot be read.')
    },
    async claimNext(request) {
      const claimed = await engine.claimNext(request)
      const jobs: ClaimedJob[] = []
      for (const one of claimed) {
        const open = opened(one)
        if (open === null) await fail(one)
        else jobs.push(open)
      }
      return jobs
    },
  }
}
