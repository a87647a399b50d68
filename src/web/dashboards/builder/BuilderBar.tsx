import { useEffect } from 'react'
import { maxRowGroups } from '../../../schema/dashboards/read-row-groups.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { groupsOf } from '../draft/groups.ts'
import type { Builder } from './use-builder.ts'
import type { BuilderDialog } from './use-grid-editor.ts'

const { builder: texts } = dashboardTexts

interface Props {
  builder: Builder
  onDialog: (dialog: BuilderDialog) => void
}

/** The tools of the builder: add, settings, undo, redo, lock, save. */
export function BuilderBar({ builder, onDialog }: Props) {
  const { draft, isDirty, isSaving, canUndo, canRedo, isLayoutLocked, faults, error } = builder
  useBuilderKeys(builder)
  const withdrawnCount = draft.widgets.filter(widget => widget.isWithdrawn).length
  const faultCount = faults.widgets.size + faults.dashboard.length
  return (
    <section className="dash-builder-bar wrap-row gap-8" aria-label={texts.editing}>
      <Button className="primary" onClick={() => onDialog({ kind: 'add' })}>
        <Icon name="plus" size={14} /> {texts.add}
      </Button>
      <Button
        disabled={groupsOf(draft.config).length >= maxRowGroups}
        onClick={() => onDialog({ kind: 'group' })}
      >
        <Icon name="plus" size={14} /> {dashboardTexts.groups.add}
      </Button>
      <Button onClick={() => onDialog({ kind: 'settings' })}>
        <Icon name="gear" size={14} /> {texts.settings}
      </Button>
      <IconButton icon="undo" label={texts.undo} large disabled={!canUndo} onClick={builder.undo} />
      <IconButton icon="redo" label={texts.redo} large disabled={!canRedo} onClick={builder.redo} />
      <IconButton
        icon={isLayoutLocked ? 'lock' : 'unlock'}
        label={isLayoutLocked ? texts.unlock : texts.lock}
        large
        aria-pressed={isLayoutLocked}
        onClick={() => builder.setLayoutLocked(!isLayoutLocked)}
      />
      <span className="grow" />
      <span className="soft small-text">{isDirty ? texts.unsaved : texts.noChanges}</span>
      <Button onClick={builder.discard}>{isDirty ? texts.discard : texts.done}</Button>
      <Button className="primary" disabled={!isDirty || isSaving} onClick={() => void builder.save()}>
        {isSaving ? texts.saving : texts.save}
      </Button>
      {faultCount > 0 && (
        <p className="dash-builder-note small-text error-text" role="alert">
          {[texts.faults(faultCount), ...faults.dashboard].join('. ')}
        </p>
      )}
      {error !== undefined && (
        <p className="dash-builder-note small-text error-text" role="alert">
          {texts.notSaved}
          {': '}
          {error}
        </p>
      )}
      {withdrawnCount > 0 && isDirty && (
        <p className="dash-builder-note small-text soft">{texts.withdrawnGo(withdrawnCount)}</p>
      )}
    </section>
  )
}

/**
 * Undo, redo and save with Ctrl or Cmd and Z, Y and S. Text fields keep their own undo. S never opens the
 * save dialog of the browser, even without changes. Listens again after each render, to use the newest
 * builder.
 */
function useBuilderKeys({ undo, redo, save, isDirty }: Builder): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, dialog, [contenteditable]')
      )
        return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y' && key !== 's') return
      event.preventDefault()
      if (key === 'z' && !event.shiftKey) undo()
      else if (key === 'y' || key === 'z') redo()
      else if (isDirty) void save()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
