import { expect, test } from 'vitest'
import { noteType } from '../../../schema/dashboards/note.ts'
import { queryTypes } from '../../../schema/query/query.ts'
import { widgetEditorTexts } from '../../texts/dashboards/widget-editor.ts'
import { galleryItems } from './gallery-items.ts'

test('the gallery has every type of widget, and each kind once', () => {
  const types = new Set([...Object.keys(queryTypes), noteType])
  expect(new Set(galleryItems.map(({ draft }) => draft.type))).toEqual(types)
  expect(galleryItems.map(({ id }) => id).sort()).toEqual(Object.keys(widgetEditorTexts.kinds).sort())
})
