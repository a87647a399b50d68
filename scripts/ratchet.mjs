// Counts of what the checks find, in scripts/ratchet.json: a count may only fall. A count above its number
// fails with the places. A count below fails too, until the number is lowered, which `--lower` does.
import { readFileSync, writeFileSync } from 'node:fs'

/** Places shown of one count. */
const maxPlaces = 60

/**
 * Compares the places of each name with the numbers of a section of the file. Returns a fault for each number
 * that differs. With `lower`, writes lower numbers instead.
 */
export function compareWithRatchet(file, section, places, lower) {
  const numbers = JSON.parse(readFileSync(file, 'utf8'))
  const allowed = numbers[section] ?? {}
  const names = new Set([...Object.keys(allowed), ...Object.keys(places)])
  const faults = []
  const left = {}
  for (const name of [...names].sort()) {
    const found = places[name] ?? []
    const limit = allowed[name] ?? 0
    const count = lower ? Math.min(found.length, limit) : limit
    if (count > 0) left[name] = count
    if (found.length > limit)
      faults.push([`${section}, ${name}: ${found.length}, the limit is ${limit}`, ...shown(found)].join('\n'))
    else if (found.length < limit && !lower)
      faults.push(`${section}, ${name}: lower the number to ${found.length} (${limit} in ratchet.json)`)
  }
  if (lower) writeFileSync(file, `${JSON.stringify({ ...numbers, [section]: left }, null, 2)}\n`)
  return faults
}

function shown(places) {
  const lines = places.slice(0, maxPlaces).map(place => `  ${place}`)
  return places.length > maxPlaces ? [...lines, `  and ${places.length - maxPlaces} more`] : lines
}
