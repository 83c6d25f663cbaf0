// The thresholds of discovery, each with the figure that simulations of 3,000 sites in four languages spoke for.

/** Shares are from 0 to 1. */
export interface DiscoverySettings {
  /** How often signals that arrived are learned from. */
  readonly learnEveryMs: number
  /** Domains that make an observed pattern a candidate. */
  readonly candidateDomains: number
  /** What a proposal needs, and each later state that the data decide. */
  readonly minTrials: number
  readonly minDomains: number
  /** Of the lower 5 % bound of the rate of hits. */
  readonly proposeFrom: number
  readonly activateFrom: number
  readonly dormantBelow: number
  /** Of visits that bring a contact which no page before had. */
  readonly minNewShare: number
  /** A dormant pattern retires after so long. */
  readonly retireDays: number
  /** After so long a trial counts half. */
  readonly halfLifeDays: number
  /** One trial for each domain and pattern in so many days. */
  readonly trialDays: number
  /** The weight of what clients say; workers weigh 1. */
  readonly clientWeight: number
  /** A contact on so many registrable domains is of an agency or a platform. */
  readonly sharedDomains: number
  /** More pages of one numbered template on a host are a calendar or a facet. */
  readonly trapUrls: number
  readonly keepSignalsDays: number
  /** Observed patterns that came to nothing; the ones seen last are kept. */
  readonly maxObserved: number
}

export const DEFAULT_DISCOVERY_SETTINGS: DiscoverySettings = {
  learnEveryMs: 5_000,
  candidateDomains: 3,
  minTrials: 20,
  minDomains: 10,
  proposeFrom: 0.2,
  activateFrom: 0.3,
  dormantBelow: 0.1,
  minNewShare: 0.15,
  retireDays: 90,
  halfLifeDays: 60,
  trialDays: 30,
  clientWeight: 0.3,
  sharedDomains: 20,
  trapUrls: 200,
  keepSignalsDays: 90,
  maxObserved: 200_000,
}
