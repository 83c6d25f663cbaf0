-- The provenance of a content names each origin once (src/places/content/kept-content.ts). Both forms are read, so stored rows stay as
-- they are until they are written again. Programs from before it cannot read the new form: they must have stopped.
comment on column places.content is
  'The place without id and dates. Its provenance is a list of origins, each followed by its fields; before 0023 it was by field.';
