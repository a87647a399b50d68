import type { Argument, Command, Option } from 'commander'

/** A command of the program, for shell completion and the man page. */
export interface CommandNode {
  /** Names from below the program: ['query', 'TopN']. */
  path: readonly string[]
  command: Command
  aliases: readonly string[]
  options: readonly Option[]
  args: readonly Argument[]
  children: readonly CommandNode[]
}

/** A command with all subcommands, except hidden commands and the implicit `help`. */
export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  const help = command.createHelp()
  return {
    path,
    command,
    aliases: command.aliases(),
    options: help.visibleOptions(command).filter(({ long }) => long !== '--help'),
    args: command.registeredArguments,
    children: help
      .visibleCommands(command)
      .filter(child => child.name() !== 'help')
      .map(child => commandTree(child, [...path, child.name()])),
  }
}

/** The command and all its subcommands, in order. */
export function allNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(allNodes)]
}

/** The flags of an option: `-r` and `--range`. */
export function flagsOf({ short, long }: Option): string[] {
  return [short, long].filter(flag => flag !== undefined)
}

export function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

/**
 * Whether the value of an option or an argument is a path: its placeholder (`<file>`) contains the word file,
 * files, folder or path.
 */
export function isPath(declared: Option | Argument): boolean {
  const name = 'flags' in declared ? declared.flags.replace(/^[^<[]*/, '') : declared.name()
  return /\b(?:file|files|folder|path)\b/.test(name)
}
