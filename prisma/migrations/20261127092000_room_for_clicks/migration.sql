-- A click on all rows of a page finds space for their new versions on it. Otherwise each needs entries in nine indexes.
ALTER TABLE "asset" SET (fillfactor = 50);
