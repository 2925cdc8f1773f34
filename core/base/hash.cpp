// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

namespace nestwright {
namespace {

class Sha256 {
public:
    Sha256()
        : m_context(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
        EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr);
    }
    void add(std::string_view bytes) { EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()); }
    std::string hex() {
        std::array<unsigned char, 32> digest{};
        unsigned int size = 0;
        EVP_DigestFinal_ex(m_context.get(), digest.data(), &size);
        constexpr std::string_view digits = "0123456789abcdef";
        std::string text;
        for (const unsigned char byte : digest) {
            text += digits[byte >> 4U];
            text += digits[byte & 15U];
        }
        return text;
    }

private:
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> m_context;
};

} // namespace

std::string sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

Result<std::string> sha256OfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return failure(ErrorKind::input, message(NW_TEXT("base.cannot_open", "The file can't be opened")), {path});
    Sha256 hash;
    std::array<char, 65536> buffer{};
    while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0) {
        hash.add({buffer.data(), static_cast<std::size_t>(file.gcount())});
    }
    return hash.hex();
}

} // namespace nestwright
