/** Values whose colour is remembered. */
const maxRemembered = 500

/**
 * Which of `count` colours each value has. A value that had one keeps it, whatever its rank, also when it was away for a
 * while; a new one takes the colour that its name leads to, or the next that nobody here has. Where there are more values
 * than colours, some share. Answers what to remember: the values shown and those of before, the newest 500.
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
  for (const name of names) {
    if (slots.has(name)) continue
    let slot = hash(name) % count
    for (let step = 0; step < count && taken.has(slot); step++) slot = (slot + 1) % count
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
