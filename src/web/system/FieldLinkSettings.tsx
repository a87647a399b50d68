import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { FieldLink, maxFieldLinks } from '../../schema/page/page-settings.ts'
import { changePageSettings } from '../api/page-settings.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { showToast } from '../components/toast.tsx'
import { useAction } from '../components/use-action.ts'
import { useZone } from '../state/preferences.ts'
import { pageSettingsKey, usePageSettings } from '../state/use-page-settings.ts'
import { systemTexts } from '../texts/settings/system.ts'

const texts = systemTexts.fieldLinks

/** A link with its place in the list. */
type Row = FieldLink & { index: number }

/** Links at the values of fields, for all users. */
export function FieldLinkSettings() {
  const zone = useZone()
  const [isAdding, setIsAdding] = useState(false)
  const reading = usePageSettings()
  const links = reading.data?.field_links ?? []
  const { changed_at: changedAt = null, changed_by: changedBy = null } = reading.data ?? {}
  const columns: Column<Row>[] = [
    { heading: texts.columns.field, className: 'cell-title', cell: ({ field }) => printable(field) },
    { heading: texts.columns.label, cell: ({ label }) => printable(label) },
    { heading: texts.columns.url, className: 'breaks', cell: ({ url }) => printable(url) },
    {
      heading: texts.columns.actions,
      className: actionsColumn,
      cell: row => <RemoveLink row={row} links={links} />,
    },
  ]
  return (
    <Section
      id="system-field-links"
      heading={texts.heading}
      bar={
        <>
          {changedAt !== null && (
            <span className="faint">
              {texts.changed(printable(changedBy ?? ''), momentText(changedAt, zone))}
            </span>
          )}
          <span className="grow" />
          {reading.data && links.length < maxFieldLinks && (
            <Button className="small" onClick={() => setIsAdding(true)}>
              {texts.add}
            </Button>
          )}
        </>
      }
    >
      {isAdding && <LinkDialog links={links} onClose={() => setIsAdding(false)} />}
      <PagedTable
        list={{
          ...reading,
          data: reading.data && { objects: links.map((link, index) => ({ ...link, index })) },
        }}
        keyOf={({ index }) => index}
        columns={columns}
        errorTitle={texts.failed}
        empty={<p className="soft">{texts.empty}</p>}
      />
    </Section>
  )
}

function RemoveLink({ row: { index, label }, links }: { row: Row; links: readonly FieldLink[] }) {
  const { act } = useAction(pageSettingsKey)
  const remove = () => changePageSettings({ field_links: links.toSpliced(index, 1) })
  return (
    <DeleteButton
      name={printable(label)}
      title={texts.removeTitle}
      onDelete={() => act(remove, texts.removed(printable(label)))}
    >
      {texts.removeText}
    </DeleteButton>
  )
}

/** Adds a link at the end of the list. */
function LinkDialog({ links, onClose }: { links: readonly FieldLink[]; onClose: () => void }) {
  const place = `field_links[${links.length}]`
  const form = useForm({
    shape: FieldLink,
    initial: { field: '', label: '', url: '' },
    faults: ['field', 'label', 'url'].map(member => `${place}.${member}`),
    send: (link: FieldLink) => changePageSettings({ field_links: [...links, link] }),
    reloads: [pageSettingsKey],
    onSent: () => {
      showToast(texts.added)
      onClose()
    },
  })
  const field = (member: keyof FieldLink) => ({
    ...form.field(member),
    ...form.text(member, `${place}.${member}`),
    required: true,
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <FormDialog title={texts.add} form={form} action={texts.save} onClose={onClose}>
      <div className="form-pair">
        <TextField {...field('field')} />
        <TextField {...field('label')} />
      </div>
      <TextField {...field('url')} placeholder={texts.example} />
      <p className="soft">{texts.notice}</p>
    </FormDialog>
  )
}
