import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { type SavedSearch, SavedSearchDraft } from '../../schema/dashboards/saved-search.ts'
import { errorText } from '../api/http/api-error.ts'
import { changeSavedSearch, createSavedSearch, deleteSavedSearch } from '../api/searches.ts'
import { Button } from '../components/Button.tsx'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { changedMembers } from '../components/forms/changed-members.ts'
import { TextArea } from '../components/forms/TextArea.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { useColumns } from '../results/columns/use-columns.tsx'
import { defaultColumns, sameColumns } from '../search/state/columns.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { queryClient } from '../state/query-client.ts'
import { savedSearchTexts } from '../texts/search/saved-searches.ts'
import { savedParts } from './saved-search.ts'
import { searchesKey } from './use-saved-search.ts'
import './saved-searches.css'

const texts = savedSearchTexts.dialog

interface Props {
  /** The search that is edited or copied; undefined: saves the shown search. */
  saved: SavedSearch | undefined
  isCopy: boolean
  control: SearchControl
  onClose: () => void
}

/** Saves the shown search as a new one, or edits the title, description and sharing of a saved one. */
export function SavedSearchDialog({ saved, isCopy, control, onClose }: Props) {
  const zone = useZone()
  const { columns } = useColumns()
  const { defaultSearch } = usePreferences()
  const isNew = saved === undefined || isCopy
  /** The user has tried to save, so a missing title is a fault. */
  const [isSubmitted, setIsSubmitted] = useState(false)
  /** The first click on the delete button asks for a second one. */
  const [isSure, setIsSure] = useState(false)
  const canChange = isNew || !saved.read_only
  const offFilterCount = control.state.pills.filter(pill => pill.off).length

  const done = (message: string) => {
    void queryClient.invalidateQueries({ queryKey: [searchesKey, 'list'] })
    showToast(message)
    onClose()
  }
  const form = useForm({
    shape: SavedSearchDraft,
    initial: () => ({
      title: saved?.title ?? '',
      description: saved?.description ?? '',
      isShared: !isNew && saved.is_public,
      isDefault: !isNew && defaultSearch === saved.id,
      keepsColumns: control.state.columns !== undefined || !sameColumns(columns, defaultColumns),
    }),
    faults: ['title'],
    send: async ({ title, description, isShared, keepsColumns }) => {
      const fields = { title: title.trim(), description, is_public: isShared }
      const savedState = { ...control.state, columns: keepsColumns ? columns : undefined }
      if (isNew) return createSavedSearch({ ...fields, ...savedParts(savedState, zone) })
      if (!canChange) return saved
      const before = { title: saved.title, description: saved.description, is_public: saved.is_public }
      return changeSavedSearch(saved.id, changedMembers(before, fields))
    },
    onSent: search => {
      queryClient.setQueryData([searchesKey, search.id], search)
      if (values.isDefault) setPreferences({ defaultSearch: search.id })
      else if (defaultSearch === search.id) setPreferences({ defaultSearch: 0 })
      if (isNew)
        control.change({ saved: search.id, columns: search.columns.length > 0 ? search.columns : undefined })
      done(savedSearchTexts.saved(printable(search.title)))
    },
  })
  const { values, set } = form
  const isMissing = values.title.trim() === ''
  const remove = useMutation({
    mutationFn: (id: number) => deleteSavedSearch(id),
    onSuccess: (_, id) => {
      if (defaultSearch === id) setPreferences({ defaultSearch: 0 })
      if (control.state.saved === id) control.change({ saved: undefined }, true)
      done(savedSearchTexts.deleted(printable(saved?.title ?? '')))
    },
    onError: error => showToast(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (!isMissing) form.submit(event)
  }

  return (
    <FormDialog
      title={isNew ? texts.create : texts.edit}
      width={620}
      form={{ ...form, submit }}
      action={texts.save}
      aside={
        !isNew &&
        canChange && (
          <Button
            className={isSure ? 'danger saved-delete' : 'quiet saved-delete'}
            disabled={remove.isPending}
            onClick={() => (isSure ? remove.mutate(saved.id) : setIsSure(true))}
          >
            {isSure ? texts.deleteSure : texts.delete}
          </Button>
        )
      }
      onClose={onClose}
    >
      {!canChange && (
        <p className="soft">{texts.readOnly(saved.owner?.fullname || saved.owner?.username || '')}</p>
      )}
      <TextField
        {...form.field('title')}
        // The form shows its own message for a missing title.
        required={false}
        fault={form.fault('title') ?? (isSubmitted && isMissing ? texts.titleMissing : undefined)}
        disabled={!canChange}
        autoComplete="off"
      />
      <TextArea
        {...form.field('description')}
        hint={isNew ? texts.keeps : undefined}
        rows={2}
        disabled={!canChange}
      />
      {isNew && (
        <Check isOn={values.keepsColumns} onChange={keepsColumns => set({ keepsColumns })}>
          {texts.keepsColumns}
        </Check>
      )}
      <Check isOn={values.isShared} disabled={!canChange} onChange={isShared => set({ isShared })}>
        {texts.shared}
      </Check>
      <Check isOn={values.isDefault} onChange={isDefault => set({ isDefault })}>
        {texts.isDefault}
      </Check>
      {isNew && offFilterCount > 0 && <p className="soft">{texts.offFilters(offFilterCount)}</p>}
    </FormDialog>
  )
}
