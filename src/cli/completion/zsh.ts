import { type CommandNode, flagsOf, isPath, takesValue } from './command-tree.ts'
import { quote } from './shell-quote.ts'
import { steps } from './steps.ts'

/**
 * A completion script for zsh, with descriptions. It works as `_millrace` in a folder of `fpath`, and when
 * sourced.
 */
export function zshScript(nodes: readonly CommandNode[]): string {
  return `#compdef millrace
# zsh completion for millrace; made by: millrace completion zsh
_millrace() {
  local at= i
  local -a names flags
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
${steps(nodes)
  .map(
    ({ from, words, to }) =>
      `      ${words.map(word => quote(`${from} ${word}`)).join('|')}) at=${quote(to)} ;;`,
  )
  .join('\n')}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${nodes.flatMap(valueLines).join('\n')}
  esac
  case "$at" in
${nodes.map(wordLines).join('\n')}
  esac
}
if [[ $funcstack[1] == _millrace ]]; then _millrace "$@"; else compdef _millrace millrace; fi
`
}

function valueLines({ path, options }: CommandNode): string[] {
  return options.filter(takesValue).map(option => {
    const places = flagsOf(option).map(flag => quote(`${path.join(' ')} ${flag}`))
    const { argChoices } = option
    const value =
      argChoices !== undefined
        ? `compadd -- ${argChoices.map(quote).join(' ')}`
        : isPath(option)
          ? '_files'
          : '_message value'
    return `    ${places.join('|')}) ${value}; return ;;`
  })
}

function wordLines({ path, options, children, args }: CommandNode): string {
  const flags = options.flatMap(option => flagsOf(option).map(flag => described(flag, option.description)))
  const names = children.map(({ path, command }) => described(path.at(-1) ?? '', command.description()))
  const choices = args.flatMap(({ argChoices = [] }) => argChoices).map(choice => described(choice, ''))
  const words = args.some(isPath) ? '_files' : "_describe 'command' names"
  return `    ${quote(path.join(' '))})
      flags=(${[...flags, described('--help', 'display help')].join(' ')})
      names=(${[...names, ...choices].join(' ')})
      if [[ $words[CURRENT] == -* ]]; then _describe 'option' flags; else ${words}; fi ;;`
}

/** A word with its description, in the format of _describe. */
function described(word: string, description: string): string {
  return quote(`${word.replaceAll(':', '\\:')}:${description.replaceAll('\n', ' ')}`)
}
