const maxRemembered = 500

/**
 * The colour (0 to `count` - 1) of each value. A value keeps its previous colour, whatever its rank, even
 * after it was absent for a while. A new value takes the colour of its hash, or the next that no value has
 * yet, or the next that is free here. With more values than colours, some share one. Returns the newest 500
 * of `kept` and the values; pass them as `kept` the next time.
 */
export function colourSlots(
  names: readonly string[],
  kept: ReadonlyMap<string, number>,
  count: number,
): Map<string, number> {
  const slots = new Map<string, number>()
  const taken = new Set<number>()
  for (const name of names) {
    const slot = kept.get(name)
    if (slot === undefined || taken.has(slot) || slots.has(name)) continue
    slots.set(name, slot)
    taken.add(slot)
  }
  const known = new Set(kept.values())
  for (const name of names) {
    if (slots.has(name)) continue
    const steps = Array.from({ length: count }, (_, step) => (hash(name) + step) % count)
    const free = steps.filter(step => !taken.has(step))
    const slot = free.find(step => !known.has(step)) ?? free[0] ?? steps[0] ?? 0
    known.add(slot)
    slots.set(name, slot)
    taken.add(slot)
  }
  const before = [...kept].filter(([name]) => !slots.has(name))
  return new Map([...before, ...slots].slice(-maxRemembered))
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
