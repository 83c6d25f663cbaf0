// How much one image and one job may cost.

/** Of one image; a larger one is listed with an error. */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024
/** For all images that one job fetches. */
export const MAX_JOB_BYTES = 200 * 1024 * 1024
/** Width by height; a header that says more is believed, and the file is not decoded. */
export const MAX_PIXELS = 100_000_000
/** CPU time for all that is done with one file in the child process, from when it has loaded its library. */
export const FILE_TIMEOUT_MS = 10_000
