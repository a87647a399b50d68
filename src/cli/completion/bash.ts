import { type CommandNode, flagsOf, isPath, takesValue } from './command-tree.ts'
import { quote } from './shell-quote.ts'
import { type Step, steps } from './steps.ts'

/** A completion script for bash. It knows the declared commands and does not start the program. */
export function bashScript(nodes: readonly CommandNode[]): string {
  return `# bash completion for millrace; made by: millrace completion bash
_millrace() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${steps(nodes).map(stepLine).join('\n')}
    esac
  done
  case "$at $prev" in
${nodes.flatMap(valueLines).join('\n')}
  esac
  case "$at" in
${nodes.map(wordLines).join('\n')}
  esac
}
complete -o default -F _millrace millrace
`
}

function stepLine({ from, words, to }: Step): string {
  return `      ${words.map(word => quote(`${from} ${word}`)).join('|')}) at=${quote(to)} ;;`
}

/** Completes the value of an option: its choices, files, or nothing. */
function valueLines({ path, options }: CommandNode): string[] {
  return options.filter(takesValue).map(option => {
    const places = flagsOf(option).map(flag => quote(`${path.join(' ')} ${flag}`))
    const { argChoices } = option
    if (argChoices !== undefined)
      return `    ${places.join('|')}) COMPREPLY=($(compgen -W ${quote(argChoices.join(' '))} -- "$cur")); return ;;`
    return `    ${places.join('|')}) ${isPath(option) ? 'COMPREPLY=($(compgen -f -- "$cur"))' : 'compopt +o default 2>/dev/null'}; return ;;`
  })
}

/** Completes commands, choices of arguments, and options after a dash. */
function wordLines({ path, options, children, args }: CommandNode): string {
  const flags = [...options.flatMap(flagsOf), '--help']
  const names = [
    ...children.map(({ path }) => path.at(-1) ?? ''),
    ...args.flatMap(({ argChoices = [] }) => argChoices),
  ]
  const words = args.some(isPath)
    ? 'COMPREPLY=($(compgen -f -- "$cur"))'
    : `compopt +o default 2>/dev/null; COMPREPLY=($(compgen -W ${quote(names.join(' '))} -- "$cur"))`
  return `    ${quote(path.join(' '))})
      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W ${quote(flags.join(' '))} -- "$cur")); else ${words}; fi ;;`
}
