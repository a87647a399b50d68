/** Days of another store, each whole in a partition of one shard, that the Millrace of this store has not taken into its events yet; qualified. */
export const stagingTable = 'millrace.events_copy'
