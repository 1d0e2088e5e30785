#!/bin/bash
# 1Panel runs this in the folder of the app before its first start. The container's user is 1000.
mkdir -p data && chown 1000:1000 data
