import { Argument, Command } from 'commander'
import { bashScript } from './bash.ts'
import { allNodes, type CommandNode, commandTree } from './command-tree.ts'
import { fishScript } from './fish.ts'
import { manPage } from './man-page.ts'
import { zshScript } from './zsh.ts'

const scripts: Readonly<Record<string, (nodes: readonly CommandNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** `millrace completion <shell>`: a script generated from the commands of the program that it belongs to. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(
      new Argument('<shell>', 'bash: source <(millrace completion bash)').choices(Object.keys(scripts)),
    )
  return command.action((shell: string) => {
    // Commander has validated the shell.
    process.stdout.write(scripts[shell]?.(allNodes(commandTree(programOf(command)))) ?? '')
  })
}

/** `millrace man`: the manual page, generated from the commands of the program that it belongs to. */
export function manCommand(version: string): Command {
  const command = new Command('man').description('print the manual page: millrace man | man -l -')
  return command.action(() => void process.stdout.write(manPage(commandTree(programOf(command)), version)))
}

function programOf(command: Command): Command {
  return command.parent ?? command
}
