/**
 * What is dropped: days of events, figures or the archive, classes of days of events, or a day because a disk
 * is full.
 */
export type DropKind = 'events' | 'figures' | 'archive' | 'classes' | 'urgent'

/**
 * Announcements of drops among nodes that share a store. A node with a wrong clock would otherwise drop
 * days of all nodes.
 */
export interface SharedDrops {
  /** The time of the database, Unix milliseconds. Rejects if it does not answer. */
  now(): Promise<number>
  /** Replaces the days (partitions) that this node drops next. Every node shows them. */
  announce(kind: DropKind, days: readonly string[]): Promise<void>
  /** When this node announced a day, by the clock of `now`; undefined: it is not announced. */
  announcedAt(kind: DropKind, day: string): Promise<number | undefined>
  /** Days of events that other nodes drop next, as last read. */
  others(): readonly string[]
}
