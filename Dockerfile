# An image with the command assay, its adapters and NumPy:
#   docker build -t assay . && docker run --rm assay check reference
# scripts/test_packages.sh builds it where a daemon runs.
FROM debian:12 AS build
WORKDIR /assay
COPY . .
RUN scripts/build_deb.sh /packages

FROM debian:12-slim
COPY --from=build /packages /packages
RUN apt-get update && \
    apt-get install -y /packages/assay_*.deb && \
    rm -rf /packages /var/lib/apt/lists/*
# Backends and results are mounted here.
WORKDIR /backend
ENTRYPOINT ["assay"]
CMD ["--help"]
