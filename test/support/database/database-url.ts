// The settings by which the tests of a run find their database server.

export const TEST_DATABASE_URL = 'SURVEYOR_TEST_DATABASE_URL'
export const TEST_PREFIX = 'SURVEYOR_TEST_PREFIX'

/** The server of this run; each file of tests makes its own databases on it. */
export function testServerUrl(): string {
  return givenByRunner(TEST_DATABASE_URL)
}

/** The names of all databases of this run begin with it. */
export function testPrefix(): string {
  return givenByRunner(TEST_PREFIX)
}

/** A database of this name on the server of this run. */
export function databaseUrl(name: string): string {
  const url = new URL(testServerUrl())
  url.pathname = `/${name}`
  return url.href
}

function givenByRunner(name: string): string {
  const value = process.env[name]
  if (value !== undefined) return value
  throw new Error('No database server: run the file with npm run test:one.')
}
