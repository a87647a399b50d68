// Tables of the store, qualified: the engine's default database differs.

export const eventsTable = 'millrace.events'

/** Figures of the host and of ingest. In a cluster, the first shard stores the rows. */
export const figuresTable = 'millrace.figures'

/** Dropped days, with their counts. */
export const droppedTable = 'millrace.dropped_days'

/** Deletions by class, by the day on which the events began. */
export const deletedTable = 'millrace.deleted_classes'

/** The hosts, programs, templates and minutes with repeats of each day: store/names/day-names.ts. */
export const dayNamesTable = 'millrace.day_names'

/**
 * Days of another store, each in one partition of one shard, that wait for the Millrace of this store to
 * attach them.
 */
export const stagingTable = 'millrace.events_copy'
