import { completeRows, type Row } from './row.ts'
import { appliances } from './tables/appliances.ts'
import { cisco } from './tables/cisco.ts'
import { firewalls } from './tables/firewalls.ts'
import { forwarded } from './tables/forwarded.ts'
import { linux } from './tables/linux.ts'
import { names } from './tables/names.ts'
import { platforms } from './tables/platforms.ts'
import { priorities } from './tables/priorities.ts'
import { rfc } from './tables/rfc.ts'
import { services } from './tables/services.ts'
import { stamps } from './tables/timestamps.ts'

/** All golden lines. A new device style is a new row of a table; the fuzz test mutates every row. */
export const tables: readonly { about: string; rows: readonly Row[] }[] = [
  ...rfc,
  ...priorities,
  ...stamps,
  ...names,
  ...cisco,
  ...firewalls,
  ...linux,
  ...services,
  ...platforms,
  ...appliances,
  ...forwarded,
].map(table => ({ about: table[0], rows: completeRows(table) }))
