import type { CommandNode } from './command-tree.ts'

/** A word that leads from a command to one of its subcommands. Paths are words separated by spaces. */
export interface Step {
  from: string
  words: readonly string[]
  to: string
}

/** All steps, by name and by alias. */
export function steps(nodes: readonly CommandNode[]): Step[] {
  return nodes.flatMap(({ path, children }) =>
    children.map(child => ({
      from: path.join(' '),
      words: [child.path.at(-1) ?? '', ...child.aliases],
      to: child.path.join(' '),
    })),
  )
}
