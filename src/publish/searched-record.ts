import { isNotApproved } from '../profile/safety.ts';
import type { Entry } from '../records/entry.ts';
import type { Part } from '../records/parts.ts';
import { type ApprovalStatus, type SearchDocument, searchDocument } from '../search/search-document.ts';
import partAnchors from './part-anchors.json' with { type: 'json' };

export const documentOf = (entry: Entry, sectionIds: readonly string[]): SearchDocument =>
  searchDocument(entry, { standing: approvalOf(entry), anchors: anchorsOf(sectionIds) });

function approvalOf(entry: Entry): ApprovalStatus {
  if (entry.kind === 'supplement') return 'supplement';
  return entry.kind === 'medication' || !isNotApproved(entry) ? 'approved' : 'unapproved';
}

/** Where each part of a record is on its page: the first of these anchors that the page has. */
const ANCHORS: Readonly<Record<Part, readonly string[]>> = partAnchors;

function anchorsOf(sectionIds: readonly string[]): SearchDocument['anchors'] {
  const ids = new Set(sectionIds);
  return Object.fromEntries(
    Object.entries(ANCHORS).flatMap(([part, anchors]) => {
      const anchor = anchors.find((id) => ids.has(id));
      return anchor === undefined ? [] : [[part, anchor]];
    }),
  );
}
