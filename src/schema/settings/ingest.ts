import { Type } from 'typebox'
import { extraFieldsModes } from '../event/extra-fields.ts'
import { automaticFieldSources } from '../event/message-format.ts'
import { textEncodings } from '../intake/text-encodings.ts'
import { bytes, choices } from './setting-types.ts'

/** Settings of reading, deduplicating and spooling events. */
export const ingestSettings = {
  timezone: Type.String({
    title: 'Time zone',
    description: 'Applies to timestamps and queries without a zone.',
    format: 'zone',
    default: 'UTC',
    minLength: 1,
    maxLength: 60,
  }),
  encoding: Type.Enum([...textEncodings], {
    title: 'Encoding of texts that are not UTF-8',
    description:
      'Of frames and HTTP bodies. Such events have the user tag `encoding`. `utf-8` replaces bytes that are not UTF-8 by U+FFFD. A listener may have its own: [listeners.md](listeners.md).',
    default: 'windows-1252',
  }),
  dedupWindow: Type.Integer({
    title: 'Deduplication window, seconds',
    description:
      'Repeats of an event within this time after its first occurrence are counted on that event; 0 = no deduplication.',
    default: 60,
    minimum: 0,
    maximum: 3_600,
  }),
  automaticFields: choices(automaticFieldSources, {
    title: 'Messages whose fields become user tags without a rule',
    description:
      'programs: lines of known programs and devices, JSON and logfmt, read after the rules ([fields.md](fields.md)). cef, leef, json, pairs: these formats, read before the rules ([automatic-fields.md](automatic-fields.md)).',
    default: 'off',
  }),
  extraFields: Type.Enum([...extraFieldsModes], {
    title: 'Data beside the message that becomes user tags',
    description:
      'structured_data: parameters of RFC 5424 structured data; attributes, ids and stack traces of protocols and loggers. all: also unknown members of events and of JSON lines. off: only rules see them. [extra-fields.md](extra-fields.md) lists their names.',
    default: 'structured_data',
  }),
  timeToleranceBack: Type.Integer({
    title: 'Maximum age of a new event, days',
    description:
      'Drops older events and counts them as out of time. At most the retention, which is also the default where it is shorter.',
    default: 30,
    minimum: 1,
    maximum: 36_500,
  }),
  timeToleranceAhead: Type.Integer({
    title: 'Tolerance for clocks that are ahead, seconds',
    description: 'An event further in the future gets the time of its receipt.',
    default: 2,
    minimum: 0,
    maximum: 86_400,
  }),
  quietAfter: Type.Integer({
    title: 'Minimum silence of a quiet host, seconds',
    description:
      'A host that is silent for more than twice its usual silence is shown as quiet, and not before this time. Its usual silence is known after five events over at least three times this setting.',
    default: 300,
    minimum: 1,
    maximum: 86_400,
  }),
  spoolMax: bytes({
    title: 'Maximum size of the spool',
    description:
      'The spool holds events until the store has them. MILLRACE_SPOOL_POLICY decides what happens when it is full.',
    default: 4 * 1024 ** 3,
    minimum: 64 * 1024 ** 2,
  }),
  spoolPolicy: Type.Enum(['refuse', 'drop_oldest'], {
    title: 'What happens when the spool is full',
    description:
      'refuse: refuses new events and slows senders down. drop_oldest: drops the oldest waiting events, acknowledged or not, and counts them.',
    default: 'refuse',
  }),
  diskFloor: bytes({
    title: 'Minimum free disk space for taking events in',
    description: 'Leaves room for queries, deletes and the store; 0 = no minimum.',
    default: 256 * 1024 ** 2,
    minimum: 0,
  }),
}
