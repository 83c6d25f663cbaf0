// The settings by which the tests of a run find their database server.

export const TEST_DATABASE_URL = 'SURVEYOR_TEST_DATABASE_URL'
export const TEST_TEMPLATE_PREFIX = 'SURVEYOR_TEST_TEMPLATE_PREFIX'

/** The server of this run; each test makes its own database on it. */
export function testServerUrl(): string {
  return setByGlobalSetup(TEST_DATABASE_URL)
}

/** How the template databases of this run are called. */
export function testTemplatePrefix(): string {
  return setByGlobalSetup(TEST_TEMPLATE_PREFIX)
}

function setByGlobalSetup(name: string): string {
  const value = process.env[name]
  if (value !== undefined) return value
  throw new Error('No database server: run node --test with --test-global-setup=test/harness/global-setup.ts')
}
