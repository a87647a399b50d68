import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** The name of the class of events without one; the store has '' for it. */
export const defaultClass = 'default'

/** Names of retention classes, except the default. */
const retentionClassPattern = '^(?!default$)[A-Za-z0-9][A-Za-z0-9_-]{0,39}$'
const pattern = new RegExp(retentionClassPattern)
/** Maximum classes with their own days. */
export const maxRetentionClasses = 32

/** What `readRetentionClass` takes, for messages after "expected". */
export const expectedRetentionClass = 'the name of a retention class: 1 to 40 letters, digits, - and _'

/** Reads the name of a class as rules have it; '' for the default. undefined: not a valid name. */
export function readRetentionClass(value: unknown): string | undefined {
  if (value === defaultClass) return ''
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

/** Limits of the events that are kept. */
export interface RetentionLimits {
  days: number
  /** On disk; 0: no limit. */
  bytes: number
  /** Days of classes that are kept shorter or longer; absent without any. */
  classes?: RetentionClasses
}

/** Days by the name of a retention class. */
export type RetentionClasses = Readonly<Record<string, number>>

const days = Type.Integer({ minimum: 1, maximum: 36_500 })
const bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Names are checked separately, so that the error says which name is wrong. */
const classes = Type.Record(Type.String(), days, { maxProperties: maxRetentionClasses })
const classDays = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

/** What is kept, and where that is set. */
export const Retention = Type.Object(
  {
    days: Type.Integer({ description: 'Days that ended longer ago are dropped' }),
    bytes: Type.Integer({
      description: 'On disk: the oldest days are dropped while events take more; 0: no limit',
    }),
    classes: classDays('Days by the name of a retention class, of events that rules gave one'),
    unset_classes: Type.Array(Type.String(), {
      description: 'Classes that active rules set, without days of their own: kept like other events',
    }),
    default_days: Type.Integer({ description: 'MILLRACE_RETENTION_DAYS' }),
    default_bytes: Type.Integer({ description: 'MILLRACE_RETENTION_BYTES' }),
    default_classes: classDays('MILLRACE_RETENTION_CLASSES'),
    due_days: nullable(Type.Array(Type.String()), {
      description:
        'Days (UTC, such as 2026-01-31) with events that exceed this retention and that no legal hold keeps. The first of them are dropped in an hour, then two an hour. null: the store cannot tell at the moment',
    }),
    changed_at: nullable(UnixSeconds, { description: 'null: the defaults were never changed' }),
    changed_by: nullable(Type.String(), { description: 'Username at that time' }),
  },
  { $id: 'Retention', description: 'Retention of events' },
)
export type Retention = Static<typeof Retention>

/** Body that changes the retention; absent members stay. */
export const RetentionPatch = Type.Object(
  {
    days: Type.Optional(
      nullable(days, { title: 'Days', description: 'null: as MILLRACE_RETENTION_DAYS says' }),
    ),
    bytes: Type.Optional(
      nullable(bytes, {
        title: 'Size on disk',
        description: '0: no limit; null: as MILLRACE_RETENTION_BYTES says',
      }),
    ),
    classes: Type.Optional(
      nullable(classes, {
        title: 'Days of classes',
        description: 'The complete list, by name; null: as MILLRACE_RETENTION_CLASSES says',
      }),
    ),
  },
  { $id: 'RetentionPatch', additionalProperties: false },
)
export type RetentionPatch = Static<typeof RetentionPatch>
