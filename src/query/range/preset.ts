const day = 86_400
/** A month is 30 days, a year 365. */
const lengths: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
}

/** A length of time that ends now, or a calendar day. */
type Preset = { last: number } | { daysAgo: number }

/**
 * Parses last_<n>_<unit> (n is 1 to 999,999,999), last_<unit>, today and yesterday; undefined for anything
 * else.
 */
export function parsePreset(name: string): Preset | undefined {
  if (name === 'today') return { daysAgo: 0 }
  if (name === 'yesterday') return { daysAgo: 1 }
  const match = /^last_(?:(\d{1,9})_)?(second|minute|hour|day|week|month|year)s?$/.exec(name)
  const length = lengths[match?.[2] ?? '']
  const times = Number(match?.[1] ?? 1)
  return length === undefined || times === 0 ? undefined : { last: times * length }
}
