// An address with a user or a password in it, which would be shown wherever its job is.
import type { FieldProblem } from '#contract/problem.ts'

export function hasUserInfo(text: unknown): boolean {
  const url = typeof text === 'string' ? URL.parse(text) : null
  return url !== null && (url.username !== '' || url.password !== '')
}

export const userInfoProblem = (pointer: string): FieldProblem => ({
  pointer,
  code: 'credentials_in_url',
  detail: 'A URL must not hold a user or a password: `httpAuth` takes them for pages, and hides them.',
})
