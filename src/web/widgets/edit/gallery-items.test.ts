import { expect, test } from 'vitest'
import { queryTypes } from '../../../schema/query/query.ts'
import { widgetEditorTexts } from '../../texts/dashboards/widget-editor.ts'
import { galleryItems } from './gallery-items.ts'

test('the gallery has every type of widget, and each kind once', () => {
  expect(new Set(galleryItems.map(({ draft }) => draft.type))).toEqual(new Set(Object.keys(queryTypes)))
  expect(galleryItems.map(({ id }) => id).sort()).toEqual(Object.keys(widgetEditorTexts.kinds).sort())
})
