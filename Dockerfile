# The command as an image: Node.js, the libraries that it loads, and the packed package. It has no shell and no package
# manager, writes below /reports alone, and its arguments are those of the command. See docs/image.md.
#
#   npm pack
#   docker build --tag plant-store-conformance .
#
# The version of the base image is pinned. To pin its bytes as well, add the digest that `docker buildx imagetools inspect`
# shows for it: --build-arg NODE_IMAGE=node:24.11.1-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:24.11.1-bookworm-slim

FROM ${NODE_IMAGE} AS build
# A bill of materials names the packages of Debian in this stage, because the image has no list of its own.
ARG BUILDKIT_SBOM_SCAN_STAGE=true
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
WORKDIR /image/app
COPY plant-store-conformance-*.tgz /tmp/package.tgz
COPY package-lock.json ./
# The versions of the lock file. Settings of npm, such as another registry, are given as the secret npmrc.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    tar --extract --gzip --file=/tmp/package.tgz --strip-components=1 --no-same-owner \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --no-update-notifier \
 && rm package-lock.json
# Each library that Node.js or a native part of a package loads, at the path where it is looked for. One that is not there
# would be missed by a user: the build ends.
RUN mkdir --parents /image/usr/local/bin /image/etc /image/reports \
 && cp "$(command -v node)" /image/usr/local/bin/node \
 && ln --symbolic /app/dist/command/main.js /image/usr/local/bin/plant-store-conformance \
 && echo 'hosts: files dns' > /image/etc/nsswitch.conf \
 && find /image/app/node_modules /image/usr/local/bin \( -name '*.node' -o -name '*.so' -o -name node \) -type f -print0 \
  | xargs --null ldd > /tmp/libraries \
 && if grep 'not found' /tmp/libraries; then exit 1; fi \
 && grep --only-matching --extended-regexp '\s/(usr/)?lib\S+' /tmp/libraries | sort --unique \
  | xargs cp --dereference --parents --target-directory=/image \
 && chown 65532:65532 /image/reports

FROM scratch
LABEL org.opencontainers.image.title="plant-store-conformance" \
      org.opencontainers.image.description="Judges any server of the Plant Store's create-plant operation by the document that describes it" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image /
# A number, so that Kubernetes knows that it is not root.
USER 65532:65532
WORKDIR /reports
VOLUME /reports
ENTRYPOINT ["/usr/local/bin/node", "/usr/local/bin/plant-store-conformance"]
