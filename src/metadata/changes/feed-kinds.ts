import type { WidgetsChanged } from '../dashboards/widget-queries.ts'

/** Kinds of changes that somebody keeps in memory, and what listeners are given of one. */
interface FeedKinds {
  widgets: WidgetsChanged
  /** Events with the number of notes that each has now. */
  notes: readonly (readonly [eventId: number, count: number])[]
  /** Events that set off triggers with a condition. */
  fires: readonly number[]
  triggers: never
  silences: never
  notifications: never
  rules: never
  retention: never
  /** Users, groups and who is in them: what anybody may do. */
  people: never
  revocations: never
}

export type FeedKind = keyof FeedKinds

/** null: nothing more is said; everything of the kind may have changed. */
export type FeedContent<Kind extends FeedKind> = FeedKinds[Kind] | null

/** Publishes a change of the transaction that is open, once it is committed. */
export type Publish = <Kind extends FeedKind>(
  kind: Kind,
  ...content: FeedKinds[Kind] extends never ? [] : [FeedContent<Kind>]
) => void
