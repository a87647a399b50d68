/**
 * Setting that applies deletions to reads at once. Without it, deleted rows disappear one data part after the
 * other, as the engine rewrites the parts (decisions/0035).
 */
export const onFlyMutations = { apply_mutations_on_fly: 1 } as const
