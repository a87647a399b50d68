/** Ids of the dashboards and widgets that were changed or removed. */
export interface WidgetsChanged {
  dashboards: readonly number[]
  widgets: readonly number[]
  /** Query ids that no longer exist. */
  queries: readonly string[]
}

/**
 * The kinds of changes that the feed publishes, and the content that listeners get for each. `never`:
 * listeners get no content, and read the data again.
 */
interface FeedKinds {
  widgets: WidgetsChanged
  /** Events with the number of notes that each has now. */
  notes: readonly (readonly [eventId: number, count: number])[]
  /** Events that fired triggers with a condition. */
  fires: readonly number[]
  triggers: never
  silences: never
  notifications: never
  rules: never
  retention: never
  /** Days that a node drops next. */
  drops: never
  /** Users, groups and their members, which decide all permissions. */
  people: never
  revocations: never
}

export type FeedKind = keyof FeedKinds

/** null: no details; everything of the kind may have changed. */
export type FeedContent<Kind extends FeedKind> = FeedKinds[Kind] | null

/** Publishes a change of the open transaction: `publish('rules')`. Listeners get it after the commit. */
export type Publish = <Kind extends FeedKind>(
  kind: Kind,
  ...content: FeedKinds[Kind] extends never ? [] : [FeedContent<Kind>]
) => void
