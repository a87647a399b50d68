import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { SavedSearch, SavedSearchDraft } from '../../schema/dashboards/saved-search.ts'
import { ApiError, errorText } from '../api/http/api-error.ts'
import { changeSavedSearch, createSavedSearch, deleteSavedSearch } from '../api/searches.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { faultText } from '../components/forms/fault-text.ts'
import { TextArea } from '../components/forms/TextArea.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { showToast } from '../components/toast.tsx'
import { useColumns } from '../results/columns/use-columns.tsx'
import { defaultColumns, sameColumns } from '../search/state/columns.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { queryClient } from '../state/query-client.ts'
import './saved-searches.css'
import { savedSearchTexts } from '../texts/search/saved-searches.ts'
import { savedParts } from './saved-search.ts'
import { searchesKey } from './use-saved-search.ts'

const texts = savedSearchTexts.dialog

interface Props {
  /** The search that is edited or copied; undefined: saves the shown search. */
  saved: SavedSearch | undefined
  isCopy: boolean
  control: SearchControl
  onClose: () => void
}

/** Saves the shown search, or edits the description of a saved one. */
export function SavedSearchDialog({ saved, isCopy, control, onClose }: Props) {
  const zone = useZone()
  const { columns } = useColumns()
  const { defaultSearch } = usePreferences()
  const isNew = saved === undefined || isCopy
  const [title, setTitle] = useState(saved?.title ?? '')
  const [description, setDescription] = useState(saved?.description ?? '')
  const [isShared, setIsShared] = useState(!isNew && saved.is_public)
  const [isDefault, setIsDefault] = useState(!isNew && defaultSearch === saved.id)
  const [keepsColumns, setKeepsColumns] = useState(
    control.state.columns !== undefined || !sameColumns(columns, defaultColumns),
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isSure, setIsSure] = useState(false)
  const canChange = isNew || !saved.read_only
  const offFilters = control.state.pills.filter(pill => pill.off).length

  const done = (message: string) => {
    void queryClient.invalidateQueries({ queryKey: [searchesKey, 'list'] })
    showToast(message)
    onClose()
  }
  const save = useMutation({
    mutationFn: (draft: SavedSearchDraft) =>
      isNew
        ? createSavedSearch(draft)
        : canChange
          ? changeSavedSearch(saved.id, draft)
          : Promise.resolve(saved),
    onSuccess: search => {
      queryClient.setQueryData([searchesKey, search.id], search)
      if (isDefault) setPreferences({ defaultSearch: search.id })
      else if (defaultSearch === search.id) setPreferences({ defaultSearch: 0 })
      if (isNew)
        control.change({ saved: search.id, columns: search.columns.length > 0 ? search.columns : undefined })
      done(savedSearchTexts.saved(printable(search.title)))
    },
  })
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
    if (title.trim() === '' || save.isPending) return
    const shown = { ...control.state, columns: keepsColumns ? columns : undefined }
    const said = { title: title.trim(), description, is_public: isShared }
    save.mutate(isNew ? { ...said, ...savedParts(shown, zone) } : said)
  }
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const titleFault =
    fields.title !== undefined
      ? faultText(fields.title)
      : isSubmitted && title.trim() === ''
        ? texts.titleMissing
        : undefined

  return (
    <Dialog title={isNew ? texts.create : texts.edit} onClose={onClose} className="saved-dialog">
      <form onSubmit={submit} noValidate>
        {!canChange && (
          <p className="soft">{texts.readOnly(saved.owner?.fullname || saved.owner?.username || '')}</p>
        )}
        <TextField
          label={texts.title}
          fault={titleFault}
          value={title}
          maxLength={255}
          disabled={!canChange}
          autoComplete="off"
          onChange={setTitle}
        />
        <TextArea
          label={texts.description}
          hint={isNew ? texts.keeps : undefined}
          inputClass="saved-description"
          rows={2}
          maxLength={10_000}
          value={description}
          disabled={!canChange}
          onChange={setDescription}
        />
        {isNew && (
          <Check isOn={keepsColumns} onChange={setKeepsColumns}>
            {texts.keepsColumns}
          </Check>
        )}
        <Check isOn={isShared} disabled={!canChange} onChange={setIsShared}>
          {texts.shared}
        </Check>
        <Check isOn={isDefault} onChange={setIsDefault}>
          {texts.isDefault}
        </Check>
        {isNew && offFilters > 0 && <p className="soft">{texts.offFilters(offFilters)}</p>}
        <FormFault
          text={save.error && Object.keys(fields).length === 0 ? errorText(save.error) : undefined}
        />
        <div className="form-actions">
          {!isNew && canChange && (
            <Button
              className={isSure ? 'danger saved-delete' : 'quiet saved-delete'}
              disabled={remove.isPending}
              onClick={() => (isSure ? remove.mutate(saved.id) : setIsSure(true))}
            >
              {isSure ? texts.deleteSure : texts.delete}
            </Button>
          )}
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" className="primary" disabled={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
