// The states of a webhook record, as the list takes them.

/** In the order of a delivery. */
export const RECORD_STATES = ['pending', 'delivering', 'retrying', 'delivered', 'failed', 'discarded']
