#!/bin/sh
# Write the digests of the images that compose.yaml names to .env, so that every later start uses the same images.
# Run it again to move to newer ones. ENGINE is podman or docker.
set -eu
cd "$(dirname "$0")"
engine=${ENGINE:-podman}
touch .env
chmod 600 .env
for pair in \
    PYTHON_IMAGE=docker.io/library/python:3.13-slim \
    NGINX_IMAGE=docker.io/library/nginx:1.28-alpine \
    POSTGRES_IMAGE=docker.io/library/postgres:18-alpine \
    NATS_IMAGE=docker.io/library/nats:2-alpine
do
    name=${pair%%=*} tag=${pair#*=}
    "$engine" pull --quiet "$tag" >/dev/null
    digest=$("$engine" image inspect --format '{{index .RepoDigests 0}}' "$tag")
    { grep -v "^$name=" .env || true; echo "$name=$digest"; } >.env.new
    chmod 600 .env.new
    mv .env.new .env
    echo "$name=$digest"
done
