-- A program asks before each backup what of its device is here, and otherwise all assets are read for it. A name may have 3,000 bytes,
-- which is more than an index takes.
CREATE INDEX "asset_device_idx" ON "asset" ("owner_id", left("device_id", 100), left("device_asset_id", 100));
