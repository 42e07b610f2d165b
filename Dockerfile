# syntax=docker/dockerfile:1
# The Node of pnpm-workspace.yaml, in both stages.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
ENV CI=true TURBO_TELEMETRY_DISABLED=1
COPY . .
RUN npx --yes pnpm@10 install --frozen-lockfile --filter media-library --filter '@media-library/server...' \
  && npx --yes pnpm@10 exec turbo run build --filter=@media-library/server
# The image needs neither the build tools nor the dependencies of the tests.
RUN find . -name node_modules -prune -exec rm -rf {} + \
  && npx --yes pnpm@10 install --frozen-lockfile --prod --filter '@media-library/server...' \
  && rm -rf apps/*/src packages/*/src

FROM node:24.21.0-bookworm-slim
# exiftool is a Perl program; the ffmpeg of the system is newer than the one from npm; tini reaps what tools leave.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates ffmpeg perl tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages/contract ./packages/contract
COPY --from=build /app/packages/embedded-postgres ./packages/embedded-postgres
COPY --from=build /app/packages/media ./packages/media
COPY --from=build /app/apps/web ./apps/web
COPY --from=build /app/apps/server ./apps/server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=2283 DATA_DIR=/data
# As numbers, so that Kubernetes can see that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 2283
# For `serve`. `worker` has no port to probe, so compose.yaml disables the check there.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "apps/server/bin/media-library.mjs"]
CMD ["serve"]
