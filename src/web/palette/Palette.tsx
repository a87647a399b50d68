import { useEffect, useId, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { Icon } from '../components/Icon.tsx'
import { shellTexts } from '../texts/shell.ts'
import type { Command } from './command.ts'
import { rememberCommand } from './recent-commands.ts'
import { useCommands } from './use-commands.ts'
import './palette.css'

const texts = shellTexts.palette

interface Props {
  onClose: () => void
  onHelp: () => void
}

/**
 * Finds pages, dashboards, saved searches and actions by name: a dialog with a combobox following the APG
 * pattern.
 */
export function Palette({ onClose, onHelp }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const commands = useCommands(typed, onHelp)
  const at = Math.min(active, commands.length - 1)

  useEffect(() => dialog.current?.showModal(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is active has to be in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at, typed])

  const run = (command: Command | undefined) => {
    if (!command) return
    rememberCommand(command.id)
    // First: the browser gives the focus back, and the command may move it.
    dialog.current?.close()
    command.run()
  }
  const move = (to: number) => setActive((to + commands.length) % Math.max(1, commands.length))

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={texts.label}
      onClose={onClose}
      onClick={event => {
        if (event.target === event.currentTarget) dialog.current?.close()
      }}
      onKeyDown={event => {
        // The dialog closes at the first Escape, even where the field would only be emptied.
        if (event.key === 'Escape') {
          event.preventDefault()
          dialog.current?.close()
        }
      }}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          aria-autocomplete="list"
          aria-label={texts.placeholder}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'ArrowDown') move(at + 1)
            else if (event.key === 'ArrowUp') move(at - 1)
            else if (event.key === 'Enter') run(commands[at])
            else return
            event.preventDefault()
          }}
        />
      </div>
      <div ref={list} className="palette-list" id={`${id}-list`} role="listbox" aria-label={texts.results}>
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          <div
            key={`${command.kind}-${command.id}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseMove={() => setActive(index)}
            onClick={() => run(command)}
          >
            <span className="grow one-line">{printable(command.text)}</span>
            {command.keys?.split(' ').map(key => (
              <kbd key={key}>{key}</kbd>
            ))}
            <span className="faint">{texts.kinds[command.kind]}</span>
          </div>
        ))}
      </div>
      <p className="palette-foot faint" aria-hidden="true">
        <kbd>{texts.footKeys[0]}</kbd> {texts.foot[0]}
        <kbd>{texts.footKeys[1]}</kbd> {texts.foot[1]}
        <kbd>{texts.footKeys[2]}</kbd> {texts.foot[2]}
      </p>
    </dialog>
  )
}
