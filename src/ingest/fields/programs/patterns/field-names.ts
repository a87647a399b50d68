/** What a field of a known program means. */
interface FieldMeaning {
  meaning: string
  /** Its values differ in nearly every event: rollups and lists of values leave it out. */
  highCardinality?: true
}

const highCardinality = true

/**
 * All fields of known programs: names of OpenTelemetry's semantic conventions, of the Elastic Common Schema
 * where OpenTelemetry has none, and of the product where both have none. All programs share them, since the
 * store has columns for the 64 most frequent tags of a part only.
 */
export const fieldNames = {
  'client.address': { meaning: 'the client of a server' },
  'client.port': { meaning: 'its port', highCardinality },
  'server.address': { meaning: 'the server that a client reached, or a virtual host' },
  'server.port': { meaning: 'its port' },
  'source.address': { meaning: 'the sender of a packet, or where a login or an attack comes from' },
  'source.port': { meaning: 'its port', highCardinality },
  'source.mac': { meaning: 'its hardware address' },
  'destination.address': { meaning: 'the receiver of a packet' },
  'destination.port': { meaning: 'its port' },
  'source.nat.address': { meaning: 'the sender after translation' },
  'source.bytes': { meaning: 'bytes from the source', highCardinality },
  'destination.bytes': { meaning: 'bytes from the destination', highCardinality },
  'network.transport': { meaning: 'tcp, udp, icmp, …' },
  'network.protocol.name': { meaning: 'protocol or application: http, dns, imap, …' },
  'network.interface.name': { meaning: 'the interface that an event is about' },
  'observer.ingress.interface.name': { meaning: 'interface or zone at which traffic came in' },
  'observer.egress.interface.name': { meaning: 'interface or zone at which traffic goes out' },
  'rule.name': { meaning: 'rule, policy or list of a firewall' },
  'event.action': { meaning: 'what happened: allow, deny, login, start, …' },
  'event.outcome': { meaning: 'success or failure' },
  'event.code': { meaning: 'number or name of the kind of event' },
  'event.reason': { meaning: 'why, in the words of the program', highCardinality },
  'error.message': { meaning: 'an error, in the words of the program', highCardinality },
  duration_ms: { meaning: 'duration, milliseconds', highCardinality },
  'user.name': { meaning: 'who acts, or tries to' },
  'user.effective.name': { meaning: 'the user with whose rights a command runs (sudo, su)' },
  'http.request.method': { meaning: 'GET, POST, …' },
  'http.response.status_code': { meaning: 'status' },
  'http.response.body.size': { meaning: 'bytes of the response', highCardinality },
  'url.path': { meaning: 'path, without the query', highCardinality },
  'url.full': { meaning: 'a whole address', highCardinality },
  'url.domain': { meaning: 'host of an address' },
  'user_agent.original': { meaning: 'the browser or program of a client', highCardinality },
  'upstream.address': { meaning: 'the server behind a proxy' },
  'haproxy.frontend': { meaning: 'frontend' },
  'haproxy.backend': { meaning: 'backend' },
  'haproxy.server': { meaning: 'server of the backend' },
  'haproxy.termination_state': { meaning: 'state at the end of a session, two or four letters' },
  'squid.result': { meaning: 'result of the cache: TCP_HIT, TCP_MISS, …' },
  'process.command_line': { meaning: 'a command with its arguments', highCardinality },
  'process.executable.path': { meaning: 'an executable' },
  'process.executable.name': { meaning: 'the name of a process' },
  'process.pid': { meaning: 'id of a process', highCardinality },
  'process.exit.code': { meaning: 'exit code or signal' },
  'file.path': { meaning: 'a file', highCardinality },
  'systemd.unit': { meaning: 'unit' },
  'service.display_name': { meaning: 'a service of Windows, or a unit of systemd by its description' },
  'log.logger': { meaning: 'module, component or source file that wrote the line' },
  'log.iostream': { meaning: 'stdout or stderr' },
  'email.local_id': { meaning: 'id of a message in the queue of a mail server', highCardinality },
  'email.from.address': { meaning: 'sender of a mail' },
  'email.to.address': { meaning: 'recipient of a mail' },
  'email.message_id': { meaning: 'Message-ID', highCardinality },
  'email.size': { meaning: 'bytes of a mail', highCardinality },
  'dns.question.name': { meaning: 'a name in a DNS query', highCardinality },
  'dns.question.type': { meaning: 'A, AAAA, MX, …' },
  'db.namespace': { meaning: 'database' },
  'db.query.text': { meaning: 'statement', highCardinality },
  'db.response.status_code': { meaning: 'error code of a database' },
  'threat.name': { meaning: 'signature of an attack or malware' },
  'bgp.neighbor': { meaning: 'neighbour of a routing protocol' },
  'windows.logon.type': { meaning: 'the way of a logon: 2 at the console, 3 over the network, …' },
} as const satisfies Readonly<Record<string, FieldMeaning>>

export type FieldName = keyof typeof fieldNames

const meanings: Readonly<Record<string, FieldMeaning>> = fieldNames

/** Whether a name is one of fieldNames. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(meanings, name)
}

/** The fields whose values differ in nearly every event. */
export const highCardinalityNames: readonly string[] = Object.keys(meanings).filter(
  name => meanings[name]?.highCardinality,
)
