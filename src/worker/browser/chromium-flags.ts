// The flags that Chromium is started with: no way out but the proxy, nothing in the background, little memory.

/** Of the JavaScript of one page; a page that needs more crashes alone. */
const PAGE_HEAP_MB = 512

/**
 * Each job has a proxy of its own; `refusingProxy` is for everything outside of a job, which has no business on the
 * network. The bypass rule `<-loopback>` takes back Chromium's own exception for loopback and link-local addresses.
 */
export function chromiumFlags(options: {
  readonly profile: string
  readonly refusingProxy: string
  /** False only where the kernel or the user (root) allows none. */
  readonly sandbox: boolean
}): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    '--no-startup-window',
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...WAY_OUT,
    `--proxy-server=${options.refusingProxy}`,
    ...NO_BACKGROUND_WORK,
    ...STEADY,
    `--js-flags=--max-old-space-size=${PAGE_HEAP_MB}`,
  ]
}

/** Names are resolved by the proxy; UDP and connections that no page asked for do not exist. */
const WAY_OUT = [
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
]

/** What a browser of a person does besides showing pages. */
const NO_BACKGROUND_WORK = [
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-features=' +
    [
      'AutofillServerCommunication',
      'CertificateTransparencyComponentUpdater',
      'DialMediaRouteProvider',
      'GlobalMediaControls',
      'InterestFeedContentSuggestions',
      'MediaRouter',
      'NetworkPrediction',
      'OptimizationHints',
      'Prerender2',
      'SpeculationRules',
      'Translate',
      // Safer hosts for typed addresses mean second requests to a name that nobody asked for.
      'HttpsUpgrades',
      'HttpsFirstBalancedModeAutoEnable',
    ].join(','),
]

/** The same page looks the same, and a page in the background works as one in front. */
const STEADY = [
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-dev-shm-usage',
  '--disable-prompt-on-repost',
  '--enable-automation',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]
