/**
 * Days of another store, each in one partition of one shard, that wait for the Millrace of this store to
 * attach them; qualified.
 */
export const stagingTable = 'millrace.events_copy'
