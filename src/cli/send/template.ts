import { type Static, Type } from 'typebox'
import { parseFacility, parseSeverity } from '../../filter/predicate/severity-words.ts'
import { readYaml, YamlError } from '../../schema/text/yaml-text.ts'
import { checkShape } from '../command/check-shape.ts'
import { errorReason } from '../command/error-message.ts'
import { readInput } from '../command/read-input.ts'

const Text = Type.String({ minLength: 1, maxLength: 8_000 })

/** The content of a file of templates; see docs/sending.md. */
const TemplateFile = Type.Object(
  {
    lists: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
        Type.Array(Text, { minItems: 1, maxItems: 10_000 }),
      ),
    ),
    events: Type.Array(
      Type.Object(
        {
          share: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e9 })),
          host: Text,
          program: Type.Optional(Type.String({ maxLength: 255 })),
          priority: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 191 }), Text])),
          message: Text,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 1_000 },
    ),
  },
  { additionalProperties: false },
)

/** Templates of generated events: texts with placeholders in braces, each with a share of all events. */
export interface Templates {
  lists: Readonly<Record<string, readonly string[]>>
  events: readonly EventTemplate[]
}

/** A template of events. */
export interface EventTemplate {
  /** Events of this template among all, relative to the shares of the others. */
  share: number
  host: string
  program: string
  /** Facility times 8 plus severity. */
  priority: number
  message: string
}

const maxFileBytes = 1_048_576
/** user.info. */
const defaultPriority = 14

/** Reads built-in templates or a YAML file. Throws an Error with the file and the position in it. */
export async function readTemplates(name: string): Promise<Templates> {
  const known = builtInTemplates[name]
  if (known !== undefined) return parseTemplates(known)
  try {
    return parseTemplates(readYaml(await readInput(name, maxFileBytes), maxFileBytes).content)
  } catch (error) {
    const reason = error instanceof YamlError ? `no YAML: ${error.message}` : errorReason(error)
    const names = Object.keys(builtInTemplates).join(', ')
    throw new Error(`${name} is neither a built-in template (${names}) nor a file of templates: ${reason}`)
  }
}

/** Parses the content of a file of templates. Throws an Error that names each invalid member. */
export function parseTemplates(given: unknown): Templates {
  const { lists = {}, events }: Static<typeof TemplateFile> = checkShape(TemplateFile, given)
  return {
    lists,
    events: events.map(({ share = 1, host, program = '', priority = defaultPriority, message }, i) => ({
      share,
      host,
      program,
      priority: typeof priority === 'number' ? priority : parsePriority(priority, `events.${i}.priority`),
      message,
    })),
  }
}

/** Parses `local0.info` to facility times 8 plus severity. Throws an Error that begins with `place`. */
export function parsePriority(text: string, place: string): number {
  const [facility, severity, ...others] = text.split('.')
  const [code, level] = [parseFacility(facility), parseSeverity(severity)]
  if (level === -1 || code === -1 || others.length > 0)
    throw new Error(
      `${place}: expected a number from 0 to 191 or a name such as local0.info, not ${JSON.stringify(text)}`,
    )
  return code * 8 + level
}

/** Five devices on 500 hosts, about 150 characters per message, all different. */
const devices = [
  {
    host: 'host-{0..499}.example.org',
    program: 'sshd',
    priority: 'local0.info',
    message:
      'Failed password for invalid user user{0..899} from {ip} port {port} ssh2 [preauth] session {number} closed after 3 attempts',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'asa',
    priority: 'local0.notice',
    message:
      '%ASA-6-302013: Built outbound TCP connection {number} for outside:{ip}/443 ({ip}/443) to inside:{inside}/{port} (198.51.100.4/{port})',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'nginx',
    priority: 'local0.warning',
    message:
      '{inside} - - GET /api/items/{number} HTTP/1.1 200 {0..89999} https://shop.example/cart Mozilla/5.0 rt=0.0{0..89} upstream=10.0.0.{0..8}',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'ios',
    priority: 'local0.error',
    message:
      '%LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/{0..47}, changed state to up, transition {number} since the last reload of the switch',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'fortigate',
    priority: 'local0.debug',
    message:
      'type=traffic subtype=forward level=notice srcip={inside} srcport={port} dstip={ip} dstport=443 action=accept sessionid={number} sentbyte={0..49999}',
  },
]

/** The built-in templates by name, each the content of a TemplateFile. */
const builtInTemplates: Readonly<Record<string, unknown>> = {
  mixed: { events: devices },
  /** As `devices`, but one in ten messages repeats another, for deduplication. */
  repeats: {
    events: [
      ...devices.map(event => ({ ...event, share: 9 / devices.length })),
      {
        host: 'switch-{1..20}',
        program: 'ios',
        priority: 'local7.warning',
        message: '%PLATFORM_ENV-4-FAN: Fan {1..4} in slot {1..8} has failed, speed 0 rpm',
      },
    ],
  },
  /** One message, repeated forever. */
  storm: {
    events: [
      {
        host: 'switch-1',
        program: 'ios',
        priority: 'local7.error',
        message: '%LINK-3-UPDOWN: Interface GigabitEthernet1/0/1, changed state to down',
      },
    ],
  },
}
