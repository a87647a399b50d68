import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { firstOf, linesOf, type Parser, type ParserFamily } from '../patterns/parser.ts'
import { Pattern } from '../patterns/pattern.ts'
import { pairsReader } from '../readers/pairs-reader.ts'
import { failure, login, logout, success } from './constant-fields.ts'

const smtpSession = linesOf([
  ['connect from {:text}[{client.address:address}]', { 'event.action': 'connect' }],
  ['disconnect from {:text}[{client.address:address}]*', { 'event.action': 'disconnect' }],
  [
    'lost connection after {event.reason:text} from {:text}[{client.address:address}]',
    { 'event.action': 'disconnect', ...failure },
  ],
  [
    'timeout after {event.reason:text} from {:text}[{client.address:address}]',
    { 'event.action': 'disconnect', ...failure },
  ],
  [
    'too many errors after {event.reason:text} from {:text}[{client.address:address}]',
    { 'event.action': 'disconnect', ...failure },
  ],
  [
    'warning: {:text}[{client.address:address}]: SASL {:word} authentication failed: {event.reason:text}, sasl_username={user.name:word}',
    { ...login, ...failure },
  ],
  [
    'warning: {:text}[{client.address:address}]: SASL {:word} authentication failed: {event.reason:text}',
    { ...login, ...failure },
  ],
  ['warning: hostname {:word} does not resolve to address {client.address:address}*', failure],
  [
    'warning: Connection rate limit exceeded: {:number} from {:text}[{client.address:address}] for service {:word}',
    failure,
  ],
  [
    'CONNECT from [{client.address:address}]:{client.port:number} to [{server.address:address}]:{server.port:number}',
    { 'event.action': 'connect' },
  ],
  ['PASS NEW [{client.address:address}]:{client.port:number}', success],
  ['PASS OLD [{client.address:address}]:{client.port:number}', success],
  ['DISCONNECT [{client.address:address}]:{client.port:number}', { 'event.action': 'disconnect' }],
])

const reject = new Pattern(
  '{:word}: reject: {:text} from {:text}[{client.address:address}]: {event.code:number} {event.reason:text}; *',
  { 'event.action': 'reject', ...failure },
)
const rejectPairs = pairsReader({
  from: ['email.from.address', 'angled'],
  to: ['email.to.address', 'angled'],
  proto: ['network.protocol.name', 'lower'],
})

const queueId = new Pattern('{email.local_id:word}: *')
const removed = new Pattern('removed', { 'event.action': 'removed' })
const messageId = new Pattern('message-id=<{email.message_id:text}>')
const clientOf = new Pattern('client={:text}[{client.address:address}]*')
const saslUser = new Pattern('{:text}sasl_username={user.name:word}')
const sizeOf = new Pattern('size={email.size:number}, *')
const delivery = new Pattern('to=<{email.to.address:text}>, *')
const deliveryEnd = new Pattern('{:text}relay={server.address:address}[{:address}]:{:number}, *')
const deliveryDelay = new Pattern('{:text}delay={duration_ms:seconds}, *')
const deliveryStatus = new Pattern(
  '{:text}dsn={event.code:word}, status={event.action:word} ({event.reason:longest})',
)

/**
 * Reads a line about a mail, which begins with its id in the queue: `3F4A2C0D1E: from=<a@example.org>, ...`.
 * Ids are hexadecimal digits; long ids have other letters too.
 */
function readQueued(text: string, at: number, draft: FieldsDraft): boolean {
  const colon = text.indexOf(':', at)
  if (colon < at + 6 || colon > at + 20 || !queueId.read(text, at, draft)) return false
  const start = colon + 2
  switch (text.charCodeAt(start)) {
    // from=
    case 0x66: {
      const end = text.indexOf('>, ', start)
      if (!text.startsWith('from=<', start) || end === -1) return false
      draft.add('email.from.address', text.slice(start + 6, end))
      sizeOf.read(text, end + 3, draft)
      return true
    }
    // to=
    case 0x74:
      if (!delivery.read(text, start, draft) || !deliveryStatus.read(text, start, draft)) return false
      deliveryEnd.read(text, start, draft)
      deliveryDelay.read(text, start, draft)
      return true
    // client=
    case 0x63:
      if (!clientOf.read(text, start, draft)) return false
      saslUser.read(text, start, draft)
      return true
    // removed
    case 0x72:
      return removed.read(text, start, draft)
    // message-id=
    case 0x6d:
      return messageId.read(text, start, draft)
    default:
      return false
  }
}

/** Reads `NOQUEUE: reject: RCPT from host[192.0.2.7]: 554 5.7.1 reason; from=<...> to=<...> ...`. */
function readReject(text: string, at: number, draft: FieldsDraft): boolean {
  if (!reject.read(text, at, draft)) return false
  rejectPairs.read(text, text.lastIndexOf('; ') + 2, draft)
  return true
}

const postfix: Parser = {
  product: 'Postfix',
  programs: ['postfix'],
  example:
    '3F4A2C0D1E: to=<ann@example.org>, relay=mx.example.org[192.0.2.7]:25, delay=0.35, delays=0.1/0/0.1/0.15, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as 8B7)',
  read: firstOf(readQueued, readReject, smtpSession.read),
  fields: [
    ...new Set([
      ...smtpSession.fields,
      ...reject.fields,
      ...rejectPairs.fields,
      ...[
        queueId,
        removed,
        messageId,
        clientOf,
        saslUser,
        sizeOf,
        delivery,
        deliveryEnd,
        deliveryDelay,
        deliveryStatus,
      ].flatMap(({ fields }) => fields),
    ]),
  ],
}

const dovecotPairs = pairsReader({ user: ['user.name', 'angled'], rip: 'client.address' }, { stops: ',' })
const dovecotHead = linesOf([
  ['{network.protocol.name:word}-login: Login: *', { ...login, ...success }],
  ['{network.protocol.name:word}-login: Disconnected: {event.reason:text}: user=<*', logout],
  [
    '{network.protocol.name:word}-login: Disconnected ({event.reason:text}): user=<*',
    { ...login, ...failure },
  ],
  [
    '{network.protocol.name:word}-login: Aborted login ({event.reason:text}): user=<*',
    { ...login, ...failure },
  ],
  [
    '{network.protocol.name:word}-login: Login aborted: {event.reason:text}: user=<*',
    { ...login, ...failure },
  ],
])
const dovecotOthers = linesOf([
  ['{network.protocol.name:word}({user.name:text})<{:text}><{:text}>: Logged out *', logout],
  [
    '{network.protocol.name:word}({user.name:text})<{:text}><{:text}>: Disconnected: {event.reason:text} in=*',
    logout,
  ],
  ['{network.protocol.name:word}({user.name:text}): Logged out *', logout],
  ['{network.protocol.name:word}({user.name:text}): Disconnected: {event.reason:text} in=*', logout],
  [
    'lmtp({user.name:text})<{:text}><{:text}>: msgid=<{email.message_id:text}>: saved mail to {:text}',
    { 'event.action': 'delivered' },
  ],
  [
    'lda({user.name:text})<{:text}><{:text}>: msgid=<{email.message_id:text}>: saved mail to {:text}',
    { 'event.action': 'delivered' },
  ],
  [
    'auth-worker({:text}): {:word}({user.name:text},{client.address:address},{:text}): {event.reason:text}',
    failure,
  ],
  ['auth: {:word}({user.name:text},{client.address:address},{:text}): {event.reason:text}', failure],
  ['auth: {:word}({user.name:text},{client.address:address}): {event.reason:text}', failure],
])

/** Reads `imap-login: Login: user=<ann>, ..., rip=192.0.2.7, ...` and lines about failed logins. */
function readDovecotLogin(text: string, at: number, draft: FieldsDraft): boolean {
  return dovecotHead.read(text, at, draft) && dovecotPairs.read(text, text.indexOf('user=<', at), draft)
}

const sendmailFrom = pairsReader(
  {
    from: ['email.from.address', 'angled'],
    size: 'email.size',
    msgid: ['email.message_id', 'angled'],
    proto: ['network.protocol.name', 'lower'],
  },
  { lead: 'from=', stops: ',' },
)
const sendmailRelay = new Pattern('{:text}[{client.address:address}]*')
const sendmailTo = new Pattern('to=<{email.to.address:text}>, {:text}, stat={event.action:lower}*')
const sendmailToLocal = new Pattern('to={email.to.address:text}, {:text}, stat={event.action:lower}*')

/** Reads `602345aB012345: from=..., relay=...` and `602345aB012345: to=..., stat=...`. */
function readSendmail(text: string, at: number, draft: FieldsDraft): boolean {
  const colon = text.indexOf(': ', at)
  if (colon < at + 8 || colon > at + 20 || !queueId.read(text, at, draft)) return false
  if (sendmailTo.read(text, colon + 2, draft) || sendmailToLocal.read(text, colon + 2, draft)) return true
  if (!sendmailFrom.read(text, colon + 2, draft)) return false
  sendmailRelay.read(text, Math.max(text.lastIndexOf('relay='), colon), draft)
  return true
}

const sendmail: Parser = {
  product: 'Sendmail',
  programs: ['sendmail', 'sm-mta', 'sm-msp-queue'],
  example:
    '602345aB012345: from=<ann@example.org>, size=2048, class=0, nrcpts=1, msgid=<1@example.org>, proto=ESMTP, daemon=MTA, relay=mx.example.org [192.0.2.7]',
  read: readSendmail,
  fields: ['email.local_id', ...sendmailFrom.fields, ...sendmailRelay.fields, ...sendmailTo.fields],
}

/** Parsers of lines of mail servers. See Pattern for the text in braces. */
export const mailServers: ParserFamily = {
  title: 'Mail servers',
  parsers: [
    postfix,
    {
      product: 'Dovecot',
      programs: ['dovecot', 'imap-login', 'pop3-login'],
      example:
        'imap-login: Login: user=<ann>, method=PLAIN, rip=192.0.2.7, lip=10.0.0.5, mpid=4711, TLS, session=<abc>',
      read: firstOf(readDovecotLogin, dovecotOthers.read),
      fields: [...new Set([...dovecotHead.fields, ...dovecotPairs.fields, ...dovecotOthers.fields])],
    },
    {
      product: 'Exim',
      programs: ['exim', 'exim4'],
      example:
        '1rKabc-000001-2A <= ann@example.org H=mx.example.org [192.0.2.7] P=esmtps S=2048 id=1@example.org',
      ...linesOf([
        [
          '{email.local_id:word} <= {email.from.address:word} H={:text} [{client.address:address}]{:text} P={network.protocol.name:word} {:text}S={email.size:number}*',
          { 'event.action': 'received' },
        ],
        [
          '{email.local_id:word} <= {email.from.address:word} U={user.name:word} P={network.protocol.name:word} S={email.size:number}*',
          { 'event.action': 'received' },
        ],
        [
          '{email.local_id:word} => {email.to.address:word} {:text}H={:word} [{server.address:address}]*',
          { 'event.action': 'delivered' },
        ],
        ['{email.local_id:word} => {email.to.address:word} *', { 'event.action': 'delivered' }],
        [
          '{email.local_id:word} == {email.to.address:word} {:text} defer ({event.code:text}): {event.reason:text}',
          { 'event.action': 'deferred' },
        ],
        [
          '{email.local_id:word} ** {email.to.address:word} {:text}: {event.reason:text}',
          { 'event.action': 'bounced' },
        ],
        ['{email.local_id:word} Completed', { 'event.action': 'completed' }],
        [
          '{:word} authenticator failed for {:text} [{client.address:address}]: {event.reason:text} (set_id={user.name:text})',
          { ...login, ...failure },
        ],
        [
          'H={:text} [{client.address:address}] F=<{email.from.address:text}> rejected RCPT <{email.to.address:text}>: {event.reason:text}',
          { 'event.action': 'reject', ...failure },
        ],
      ]),
    },
    sendmail,
  ],
}
