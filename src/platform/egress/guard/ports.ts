// Which ports of a public host may be dialled.

/** Ports above 1023 of other protocols that an HTTP request could be sent to (WHATWG fetch, "bad port"). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** Ports of databases, queues, remote desktops and proxies, which an HTTP request could be sent to as well. */
const NEVER_HTTP: ReadonlySet<number> = new Set([
  1080, // SOCKS
  1433,
  1434, // SQL Server
  1521, // Oracle
  1883,
  8883, // MQTT
  2181, // ZooKeeper
  3306, // MySQL
  3389, // RDP
  5432,
  5433,
  6432, // PostgreSQL, PgBouncer
  5671,
  5672, // AMQP
  5900,
  5901, // VNC
  6379,
  6380,
  26379, // Redis
  7199,
  9042, // Cassandra
  9092, // Kafka
  11211, // memcached
  26257, // CockroachDB
  27017,
  27018,
  27019, // MongoDB
])

/** Those of `portAllowed`, and the port of SOCKS. */
export function proxyPortAllowed(port: number): boolean {
  return port === 1080 || portAllowed(port)
}

/** Ports 80 and 443, and the unprivileged ports that no other protocol uses. */
export function portAllowed(port: number): boolean {
  if (port === 80 || port === 443) return true
  return port >= 1024 && port <= 65_535 && !BAD_PORTS.has(port) && !NEVER_HTTP.has(port)
}
