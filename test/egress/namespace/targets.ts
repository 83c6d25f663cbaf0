// The targets of the attacks, and those that must still pass. Names are in the zone of dns-server.ts.

export interface Target {
  readonly kind: string
  readonly url: string
  /** How often it is fetched; rebinding needs more than one look-up. */
  readonly times?: number
}

/** The one public host that hostile targets may touch: they are sent on from there. */
export const FRONT = '93.184.216.34'
/** A public address that this machine itself has. */
export const OWN_PUBLIC = '93.184.215.14'
export const FRONT_V6 = '2606:2800:220:1:248:1893:25c8:1946'

const http = (kind: string, hosts: readonly string[]): Target[] =>
  hosts.map((host) => ({ kind, url: `http://${host}/` }))
const asIs = (kind: string, urls: readonly string[]): Target[] => urls.map((url) => ({ kind, url }))

/** A redirect of the front to `to`, which is written into Location as it stands. */
const sent = (status: number, to: string): string =>
  `http://${FRONT}/redirect?status=${status}&to=${encodeURIComponent(to)}`

const LOOPBACK = http('loopback', [
  '127.0.0.1',
  '127.0.0.1:8080',
  '127.0.0.2',
  '127.255.255.254',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '2130706433',
  '2130706433.',
  '0x7f000001',
  '0x7F.0x0.0x0.0x1',
  '0x7f.1',
  '127.0x0.0.1',
  '017700000001',
  '0177.0.0.1',
  '00000177.0.0.01',
  '127.00.00.01',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '127.0.0%2e1',
  '0',
  '0x0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost:8080',
])

const METADATA = http('metadata', [
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '169.254.169.253',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fd00:42::42]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
])

const IPV4 = http('ipv4', [
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.254',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.0.1',
  '169.254.255.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.0.8',
  '192.0.0.170',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.254',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '254.255.255.254',
  '255.255.255.255',
  OWN_PUBLIC,
  `[::ffff:${OWN_PUBLIC}]`,
])

const IPV6 = http('ipv6', [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::1]:8080',
  '[::2]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0.0.0.0]',
  '[::ffff:10.0.0.1]',
  '[::ffff:192.168.1.1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:0:93.184.216.34]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b::192.168.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[64:ff9b:1::93.184.216.34]',
  '[64:ff9b:0:1::1]',
  '[100::1]',
  '[100:0:0:1::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:0:5db8:d822::80ff:fffe]',
  '[2001:1::1]',
  '[2001:2::1]',
  '[2001:3::1]',
  '[2001:4:112::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:30::1]',
  '[2001:1ff::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1::1]',
  '[2002:0a00:1::1]',
  '[2002:c0a8:101::1]',
  '[2606:2800:220:1:0:5efe:127.0.0.1]',
  '[2606:2800:220:1:200:5efe:10.0.0.1]',
  '[fe80::5efe:127.0.0.1]',
  '[2620:4f:8000::1]',
  '[3ffe::1]',
  '[3fff::1]',
  '[4000::1]',
  '[5f00::1]',
  '[8000::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd12:3456:789a::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff01::1]',
  '[ff02::1]',
  '[ff0e::1]',
])

const ZONES = http('zone', ['[fe80::1%25lo]', '[fe80::1%lo]', '[::1%25lo]', '[fe80::1%251]', '[::1%25]'])

const CONFUSED = asIs('parser', [
  'http://pub.test@127.0.0.1/',
  'http://pub.test:80@127.0.0.1/',
  'http://pub.test%00@127.0.0.1/',
  'http://a:b@localhost/',
  'http://127.0.0.1#@pub.test/',
  'http://127.0.0.1?@pub.test/',
  'http://127.0.0.1\\@pub.test/',
  'http:\\\\127.0.0.1\\',
  'http:///127.0.0.1/',
  'http:/127.0.0.1/',
  'http:127.0.0.1/',
  'HTTP://127.0.0.1/',
  'hTTp://[::1]/',
  ' http://127.0.0.1/',
  'ht\ntp://127.0.0.1/',
  'http://127.0.0.1\t/',
  'http://127.\n0.0.1/',
  'http://127.0.0.1:\t80/',
  'http://127.0.0.1:00080/',
  'http://127.0.0.1%00.pub.test/',
  '//127.0.0.1/',
  'http://localhost%2f@pub.test/',
])

const SCHEMES = asIs('scheme', [
  'file:///etc/hostname',
  'file://127.0.0.1/etc/hostname',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:80/_GET%20/',
  'dict://127.0.0.1:80/x',
  'ldap://127.0.0.1:80/',
  'ws://127.0.0.1/',
  'wss://127.0.0.1/',
  'data:text/html,hello',
  'javascript:fetch("http://127.0.0.1/")',
  'blob:http://127.0.0.1/x',
  'about:blank',
  'chrome://version/',
  'view-source:http://127.0.0.1/',
  'jar:http://127.0.0.1!/',
])

const PORTS = asIs(
  'port',
  ['0', '1', '22', '25', '79', '6000', '6667', '10080'].map((port) => `http://${FRONT}:${port}/`),
)

const NAMES = http('name', [
  'loop.test',
  'loop.test:8080',
  'LOOP.TEST',
  'loop.test.',
  'loop6.test',
  'zero.test',
  'ten.test',
  'meta.test',
  'azure.test',
  'own.test',
  'ula.test',
  'link6.test',
  'mapped.test',
  'nat64.test',
  'sixtofour.test',
  'unallocated.test',
  'cname.test',
  'cname2.test',
  'mixed.test',
  'mixed-first.test',
  'mixed6.test',
  'many.test',
  '127.0.0.1.nip.test',
  'a.b.c.loop.test',
  'pub.test:22',
])

const REDIRECTS = asIs('redirect', [
  ...[301, 302, 303, 307, 308].flatMap((status) => [
    sent(status, 'http://127.0.0.1/'),
    sent(status, 'http://169.254.169.254/latest/meta-data/'),
    sent(status, 'http://[::1]:8080/'),
  ]),
  sent(302, '//127.0.0.1/'),
  sent(302, '\\\\127.0.0.1\\'),
  sent(302, 'http://2130706433/'),
  sent(302, 'http://loop.test/'),
  sent(302, 'http://mixed.test/'),
  sent(302, 'http://pub.test@127.0.0.1/'),
  sent(302, `http://${FRONT}:22/`),
  sent(302, `http://${OWN_PUBLIC}/`),
  sent(302, 'file:///etc/hostname'),
  sent(302, 'gopher://127.0.0.1:80/_x'),
  sent(302, sent(302, 'http://127.0.0.1/')),
  sent(308, sent(301, sent(303, 'http://10.0.0.1/'))),
  'http://robots-to-loopback.test/page',
  'http://robots-to-metadata.test/page',
])

const REBINDING: readonly Target[] = [
  { kind: 'rebinding', url: 'http://rebind-public-first.test/', times: 6 },
  { kind: 'rebinding', url: 'http://rebind-private-first.test/', times: 6 },
  { kind: 'rebinding', url: 'http://rebind-families.test/', times: 6 },
]

export const HOSTILE: readonly Target[] = [
  ...LOOPBACK,
  ...METADATA,
  ...IPV4,
  ...IPV6,
  ...ZONES,
  ...CONFUSED,
  ...SCHEMES,
  ...PORTS,
  ...NAMES,
  ...REDIRECTS,
  ...REBINDING,
]

/** Each must be answered by the canary. Many lie right beside a closed range. */
export const PUBLIC: readonly Target[] = [
  ...http('literal', [
    FRONT,
    `${FRONT}:8080`,
    `${FRONT}:3000`,
    '1572395042',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.254',
    `[${FRONT_V6}]`,
    '[2001:200::1]',
    '[2001:db9::1]',
    `[::ffff:${FRONT}]`,
    `[64:ff9b::${FRONT}]`,
    '[2002:5db8:d822::1]',
  ]),
  ...http('name', ['pub.test', 'PUB.test.', 'pub6.test', 'dual.test', 'bücher.test', 'pub.test:8080']),
  ...asIs('redirect', [
    sent(301, 'http://pub.test/'),
    sent(302, '/here'),
    sent(307, '//pub6.test/'),
    sent(308, sent(302, 'http://dual.test/')),
  ]),
  ...asIs('https', ['https://secure.test/', 'https://www.secure.test:8443/']),
]

/** Every address that may be touched at all: those that a public target names, and no other. */
export const PUBLIC_ADDRESSES: ReadonlySet<string> = new Set(
  PUBLIC.filter(({ kind }) => kind === 'literal').map(({ url }) =>
    new URL(url).hostname.replace(/^\[|\]$/g, ''),
  ),
)
